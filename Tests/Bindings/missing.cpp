// Prints what a password lacks, and a password that lacks nothing.
// c++ -std=c++17 missing.cpp $(pkg-config --cflags --libs passwordrules)
#include <passwordrules.h>
#include <cstring>
#include <iostream>
#include <memory>
#include <stdexcept>

using Rules = std::unique_ptr<passwordrules_rules, decltype(&passwordrules_rules_free)>;
using Report = std::unique_ptr<passwordrules_report, decltype(&passwordrules_report_free)>;
static void succeed(int status) { if (status) throw std::runtime_error(passwordrules_status_text(status)); }

int main(int count, char **arguments) try {
    if (count != 3) return std::cerr << "usage: missing DESCRIPTOR PASSWORD\n", 2;
    passwordrules_rules *parsed;
    succeed(passwordrules_parse(arguments[1], std::strlen(arguments[1]), 0, &parsed, nullptr));
    const Rules rules(parsed, passwordrules_rules_free);
    passwordrules_report *checked;
    succeed(passwordrules_check(rules.get(), arguments[2], std::strlen(arguments[2]), 0, &checked));
    const Report report(checked, passwordrules_report_free);
    char text[PASSWORDRULES_GENERATE_MAX + 1];
    for (size_t index = 0; index < passwordrules_report_count(report.get()); index++) {
        passwordrules_outcome outcome = PASSWORDRULES_OUTCOME_INIT;
        succeed(passwordrules_report_outcome(report.get(), index, &outcome));
        succeed(passwordrules_report_message(report.get(), index, nullptr, text, sizeof text, nullptr));
        if (!outcome.met) std::cout << text << '\n';
    }
    succeed(passwordrules_generate(rules.get(), nullptr, text, sizeof text, nullptr, nullptr));
    std::cout << text << '\n';
    return passwordrules_report_accepted(report.get()) ? 0 : 1;
} catch (const std::exception &error) { return std::cerr << "missing: " << error.what() << '\n', 2; }
