// Prints a hundred generated passwords.

const { load } = await import(`${process.env.PASSWORDRULES_PACKAGE}/node.mjs`);
const rules = (await load()).parse('minlength: 12');
for (let count = 0; count < 100; count++) console.log(rules.generate().password);
