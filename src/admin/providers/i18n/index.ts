import type { I18nProvider } from 'ra-core'
import polyglot from 'ra-i18n-polyglot'
import { messages } from './messages.ts'
import { resources } from './resources.ts'

const spanish = { ...messages, resources }

/** Spanish, the product's one language. */
export const i18nProvider: I18nProvider = polyglot(() => spanish, 'es', [{ locale: 'es', name: 'Español' }])
