// The package in pages. index.d.ts describes it.

export { load, loadCheck } from './loading.mjs';
export { languages, loadLanguage } from './languages/index.mjs';
export {
  DescriptorError, GenerationError, OutOfMemoryError, PasswordRulesError, PolicyError, RanksError,
} from './errors.mjs';
export { descriptor } from './builder.mjs';
