import { CHANNEL_LINK_KINDS } from './channels/channel.ts'
import { TRAILER_PROVIDERS } from './contents/film-fields.ts'
import { LANGUAGES, LINK_PROVIDERS, LINK_TYPES } from './contents/link.ts'
import { VERDICTS } from './contents/link-verdict.ts'
import { OBSTACLES, PUBLICATION_STATES } from './contents/publication-states.ts'
import { TYPE_NAMES } from './credits/transaction.ts'
import { WEBHOOK_EVENTS } from './outbox/webhook-events.ts'
import { auditLabel, isResource } from './registry.ts'
import { platformLabel } from './settings/platforms.ts'
import { SETTING_PROVIDERS } from './settings/settings.ts'
import { ISSUE_TYPE_NAMES } from './support/issue.ts'
import { MEDIA_TYPE_NAMES } from './support/media-types.ts'

const COMMON_LABELS: Readonly<Record<string, string>> = {
  ...TYPE_NAMES,
  ...ISSUE_TYPE_NAMES,
  enable: 'Activo',
  disable: 'Inactivo',
}

const LINK_PROVIDER_NAMES = Object.fromEntries(LINK_PROVIDERS.map(({ id, name }) => [String(id), name]))

/** Names of codes that are specific to one field. */
const FIELD_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  linkType: LINK_TYPES,
  linkState: VERDICTS,
  linkInternal: CHANNEL_LINK_KINDS,
  trailerProvider: TRAILER_PROVIDERS,
  audio: LANGUAGES,
  language: LANGUAGES,
  closedCaption: LANGUAGES,
  mediaType: MEDIA_TYPE_NAMES,
  provider: LINK_PROVIDER_NAMES,
  publication: PUBLICATION_STATES,
  publicationBlocked: OBSTACLES,
  contentProvider: SETTING_PROVIDERS,
  videoDefaultProvider: SETTING_PROVIDERS,
  videoTutorialTvProvider: SETTING_PROVIDERS,
  videoTutorialMobileProvider: SETTING_PROVIDERS,
  events: WEBHOOK_EVENTS,
}

/** The Spanish name of a code, state or type, or the value itself. */
export const valueLabel = (field: string, value: string): string => {
  if (field === 'platform') return platformLabel(value)
  if (field === 'resource' && isResource(value)) return auditLabel(value)
  return FIELD_LABELS[field]?.[value] ?? COMMON_LABELS[value] ?? value
}
