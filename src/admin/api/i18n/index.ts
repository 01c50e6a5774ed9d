import type { I18nProvider } from 'ra-core'
import polyglot from 'ra-i18n-polyglot'
import { messages } from './messages.ts'
import { resources } from './resources.ts'

const spanish = { ...messages, resources }

const LOCALES = [{ locale: 'es', name: 'Español' }]

/** Spanish, the product's one language. Texts that are no keys (labels, the server's words) stand for themselves. */
export const i18nProvider: I18nProvider = polyglot(() => spanish, 'es', LOCALES, { allowMissing: true })
