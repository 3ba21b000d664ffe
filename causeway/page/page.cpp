#include "causeway/page/page.hpp"

#include "causeway/base/version.hpp"
#include "causeway/page/section.hpp"
#include "causeway/report/markup.hpp"

#include <fmt/format.h>

#include <array>

#include <page_assets.hpp>

namespace causeway::page {

#define CAUSEWAY_SECTION(name) extern const Section name##_section;
#include "causeway/page/section/sections.def"
#undef CAUSEWAY_SECTION

const base::Registry<Section>& sections() {
#define CAUSEWAY_SECTION(name) &name##_section,
    static constexpr std::array kMembers{
#include "causeway/page/section/sections.def"
    };
#undef CAUSEWAY_SECTION
    static constexpr base::Registry<Section> kRegistry("section", kMembers);
    return kRegistry;
}

std::string html_page(const Subject& subject, const std::string& title) {
    std::string body;
    std::string contents;
    for (const Section* section : sections().members()) {
        const std::string content = section->content(subject);
        if (!content.empty()) {
            contents += fmt::format("<a href=\"#{}\">{}</a>\n", section->name, section->title);
            body += fmt::format(
                "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
                section->name, section->title, content);
        }
    }
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">\n"
        "<title>{0} - "
        "Causeway</title>\n<style>{1}</style></head>\n<body><header><h1>{0}</h1>\n<nav>{2}</nav></header>\n"
        "<main>\n{3}</main>\n<footer>causeway {4}</footer>\n<script>{5}</script></body></html>\n",
        report::escaped(title), kStyle, contents, body, base::version(), kScript);
}

}  // namespace causeway::page
