// A hundred generated passwords: drawn.mjs PACKAGE

import { pathToFileURL } from 'node:url';

const { load } = await import(new URL('node.mjs', pathToFileURL(`${process.argv[2]}/`)));
const rules = (await load()).parse('minlength: 12');
for (let count = 0; count < 100; count++) console.log(rules.generate().password);
