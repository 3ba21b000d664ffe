/// What the doctor found, for people and programs.
#pragma once

#include "causeway/diagnosis/diagnose.hpp"
#include "causeway/report/document.hpp"

namespace causeway::app {

/// The text has a paragraph for each finding; CSV has a row for each finding and each check that found nothing.
[[nodiscard]] report::Document document_of(const diagnosis::Diagnosis& diagnosis, report::Format format);

}  // namespace causeway::app
