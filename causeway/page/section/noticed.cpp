/// What keeps the job from being fast.
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

#include <fmt/format.h>

namespace causeway::page {

namespace {

using base::JsonInput;

std::string noticed_content(const Subject& subject) {
    if (!subject.report || subject.report->optional_member("passes_through")) {
        return {};
    }
    std::vector<std::string> texts;
    if (const auto noticed = subject.report->optional_member("noticed")) {
        for (const JsonInput notice : noticed->elements()) {
            texts.push_back(notice.member("text").string());
        }
    }
    if (const auto drift = subject.report->optional_member("drift")) {
        for (const JsonInput event : drift->elements()) {
            if (event.member("changed").boolean()) {
                texts.push_back(fmt::format("while it ran links changed: {}", event.member("found").string()));
            }
        }
    }
    if (texts.empty() && !subject.report->optional_member("noticed")) {
        return {};  // of a report that says nothing of it
    }
    return texts.empty() ? "<p>Nothing that keeps this job from being fast.</p>\n"
                         : "<div class=\"alarm\">\n" + html_list(texts) + "</div>\n";
}

}  // namespace

extern const Section noticed_section{.name = "noticed", .title = "What was noticed", .content = noticed_content};

}  // namespace causeway::page
