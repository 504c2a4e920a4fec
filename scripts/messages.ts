/** `npm run messages`: compiles the catalogues of src/web/messages, for whoever runs no bundler. */
import { compile } from '@inlang/paraglide-js'

import { LANGUAGES, messageOptions } from './languages.ts'

for (const language of LANGUAGES) await compile(messageOptions(language))
