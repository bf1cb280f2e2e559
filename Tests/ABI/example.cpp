// Uses the header from C++: unique_ptr frees the library's objects, string_view passes strings without a copy, and each
// outcome is printed as a message.
#include <passwordrules.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Free {
    void operator()(passwordrules_rules *rules) const { passwordrules_rules_free(rules); }
    void operator()(passwordrules_diagnostics *diagnostics) const { passwordrules_diagnostics_free(diagnostics); }
    void operator()(passwordrules_report *report) const { passwordrules_report_free(report); }
};

using Rules = std::unique_ptr<passwordrules_rules, Free>;
using Diagnostics = std::unique_ptr<passwordrules_diagnostics, Free>;
using Report = std::unique_ptr<passwordrules_report, Free>;

// The result of parsing a descriptor. If there are no rules, there is at least one diagnostic.
struct Parsed {
    Rules rules;
    Diagnostics diagnostics;
};

Parsed parse(std::string_view text)
{
    passwordrules_rules *rules = nullptr;
    passwordrules_diagnostics *diagnostics = nullptr;
    if (passwordrules_parse(text.data(), text.size(), 0, &rules, &diagnostics) != PASSWORDRULES_OK)
        return {nullptr, Diagnostics(diagnostics)};
    return {Rules(rules), Diagnostics(diagnostics)};
}

Report check(const Rules &rules, std::string_view password, unsigned flags = 0)
{
    passwordrules_report *report = nullptr;
    if (passwordrules_check(rules.get(), password.data(), password.size(), flags, &report) != PASSWORDRULES_OK)
        return nullptr;
    return Report(report);
}

bool is_accepted(const Report &report)
{
    return passwordrules_report_accepted(report.get()) == 1;
}

std::vector<std::string> messages(const Report &report)
{
    std::vector<std::string> lines;
    for (std::size_t index = 0; index < passwordrules_report_count(report.get()); index++) {
        char line[512];
        if (passwordrules_report_message(report.get(), index, nullptr, line, sizeof line, nullptr) == PASSWORDRULES_OK)
            lines.emplace_back(line);
    }
    return lines;
}

// Different passwords made of words, one on each line. Empty if none can be made. A program for real passwords should wipe
// the string after use.
std::string generate_words(const Rules &rules, std::size_t count)
{
    passwordrules_generate_options options = PASSWORDRULES_GENERATE_OPTIONS_INIT;
    options.style = PASSWORDRULES_STYLE_WORDS;
    options.count = count;
    std::size_t needed = 0;
    if (passwordrules_generate(rules.get(), &options, nullptr, 0, &needed, nullptr) != PASSWORDRULES_ERANGE)
        return {};
    std::string text(needed, '\0');
    if (passwordrules_generate(rules.get(), &options, &text[0], text.size(), &needed, nullptr) != PASSWORDRULES_OK)
        return {};
    text.resize(needed - 1);
    return text;
}

int failed = 0;

void expect(bool condition, const char *what)
{
    if (condition)
        return;
    failed++;
    std::printf("example: not so: %s\n", what);
}

void test_mistake()
{
    const Parsed parsed = parse("minlength: twelve");
    expect(!parsed.rules, "a mistake gives no rules");
    passwordrules_diagnostic diagnostic = PASSWORDRULES_DIAGNOSTIC_INIT;
    const int status = passwordrules_diagnostics_get(parsed.diagnostics.get(), 0, &diagnostic);
    expect(status == PASSWORDRULES_OK && diagnostic.column == 12, "the diagnostic has its column");
    expect(std::string_view(diagnostic.text).find("twelve") != std::string_view::npos, "the diagnostic quotes the mistake");
}

void test_check()
{
    const Parsed parsed = parse("required: upper; required: digit; minlength: 8;");
    expect(parsed.rules && !parsed.diagnostics, "a right descriptor gives rules and no diagnostics");

    const Report refused = check(parsed.rules, "horse");
    expect(refused && !is_accepted(refused), "a short password is refused");
    const std::vector<std::string> wanted{"3 more characters needed (5 of 8)", "needs an uppercase letter",
                                          "needs a digit"};
    expect(messages(refused) == wanted, "each outcome says what is missing");
    expect(passwordrules_report_progress(refused.get()) < 1, "a refused password has made less than full progress");

    expect(is_accepted(check(parsed.rules, "Horse-Battery-9")), "a good password is accepted");
    expect(!is_accepted(check(parsed.rules, "Horse-Battery-9", PASSWORDRULES_CHECK_STRICT_READING)),
           "the strict reading permits the required classes alone");
}

void test_views()
{
    // An empty view has the pointer NULL and the size 0.
    const Parsed nothing = parse(std::string_view());
    expect(nothing.rules && is_accepted(check(nothing.rules, std::string_view())), "an empty descriptor demands nothing");

    const Parsed parsed = parse(std::string_view("minlength: 3; and more").substr(0, 12));
    expect(static_cast<bool>(parsed.rules), "a part of a string is read alone");
    expect(!is_accepted(check(parsed.rules, std::string_view())), "a view of nothing is the empty password");
    expect(!is_accepted(check(parsed.rules, std::string_view("abcd").substr(2))), "a part of a password is checked alone");
    expect(is_accepted(check(parsed.rules, std::string_view("a\0b", 3))), "a password may hold a NUL");
}

void test_generate()
{
    const Parsed parsed = parse("minlength: 8;");
    std::istringstream lines(generate_words(parsed.rules, 10));
    int count = 0;
    for (std::string line; std::getline(lines, line); count++)
        expect(is_accepted(check(parsed.rules, line, PASSWORDRULES_CHECK_STRICT_READING)), "each of them is accepted");
    expect(count == 10, "several passwords are generated, a line each");
}

} // namespace

int main()
{
    test_mistake();
    test_check();
    test_views();
    test_generate();
    return failed > 0 ? 1 : 0;
}
