// The rules as code for a page, a policy file or a program.

/** The formats: names, and functions that write a descriptor. */
export const formats = [
  ['Descriptor', descriptor => descriptor],
  ['HTML', html],
  ['JavaScript', javascript],
  ['Policy file', policy],
  ['C', c],
  ['Swift', swift],
  ['Python', python],
];

const LIMITS = /\b(minlength|maxlength): (\d+);/g;

function html(descriptor) {
  const escaped = descriptor.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // No maxlength: browsers would silently cut pasted text.
  const minimum = [...descriptor.matchAll(LIMITS)].find(([, name]) => name === 'minlength');
  return `<input type="password" id="password" name="password" autocomplete="new-password" required
       ${minimum ? `minlength="${minimum[2]}" ` : ''}passwordrules="${escaped}">
<password-rules for="password"></password-rules>

<link rel="stylesheet" href="/passwordrules/element.css">
<script type="module" src="/passwordrules/element.mjs"></script>`;
}

function javascript(descriptor) {
  return `import {load} from 'passwordrules';

const engine = await load();
const rules = engine.parse(${JSON.stringify(descriptor)});
const report = rules.check(password);
if (!report.accepted) console.log(report.missing.join('\\n'));`;
}

function policy(descriptor) {
  // A line without rules is an error.
  const rules = descriptor === '' ? '# No rules yet; a policy needs some: rules = minlength: 12' : `rules = ${descriptor}`;
  return `# /etc/security/passwordrules.conf; see passwordrules.conf(5)
${rules}`;
}

/** A string of C and Swift. Descriptors are printable ASCII. */
const quoted = text => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function c(descriptor) {
  return `#include <passwordrules.h>
#include <string.h>

static const char text[] = ${quoted(descriptor).replaceAll('??', '?\\?')};

passwordrules_rules *rules;
if (passwordrules_parse(text, strlen(text), 0, &rules, NULL) == PASSWORDRULES_OK) {
    passwordrules_report *report;
    if (passwordrules_check(rules, password, length, 0, &report) == PASSWORDRULES_OK) {
        accepted = passwordrules_report_accepted(report);
        passwordrules_report_free(report);
    }
    passwordrules_rules_free(rules);
}`;
}

function swift(descriptor) {
  return `// iOS: password managers generate what the rules permit.
field.textContentType = .newPassword
field.passwordRules = UITextInputPasswordRules(descriptor: ${quoted(descriptor)})`;
}

function python(descriptor) {
  return `from passwordrules import Rules

rules = Rules(${JSON.stringify(descriptor)})
report = rules.check(password)
if not report:
    print(report)`;
}
