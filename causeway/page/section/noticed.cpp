/// What keeps the job from being fast.
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

namespace causeway::page {

namespace {

std::string noticed_content(const Subject& subject) {
    if (!subject.run || subject.run->why_nothing) {
        return {};
    }
    if (!subject.run->noticed.empty()) {
        return "<div class=\"alarm\">\n" + html_list(subject.run->noticed) + "</div>\n";
    }
    return subject.run->was_watched ? "<p>Nothing that keeps this job from being fast.</p>\n" : "";
}

}  // namespace

extern const Section noticed_section{.name = "noticed", .title = "What was noticed", .content = noticed_content};

}  // namespace causeway::page
