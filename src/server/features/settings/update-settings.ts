import { inArray, sql } from 'drizzle-orm'
import { LINK_BASES } from '../../../domain/links/link-bases.ts'
import {
  type BackgroundImage,
  IMAGE_CONTENT_RESOURCES,
  IMAGE_CONTENT_TYPES,
  IMAGE_MESSAGES,
} from '../../../domain/settings/background-image.ts'
import { SETTINGS_ID } from '../../../domain/settings/public-settings.ts'
import {
  HIDDEN_SETTINGS,
  SA_SETTINGS,
  SETTINGS_MESSAGES,
  type Settings,
  settingsSchema,
} from '../../../domain/settings/settings.ts'
import { mustConfirmSettings } from '../../../domain/sign-in/confirmed-changes.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { tableOf } from '../../platform/database/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { changesNothing, editDate, refuseStale } from '../../platform/http/operation.ts'
import { lockSettings, type StoredSettings } from '../../platform/settings/read-settings.ts'

type Body = Readonly<Record<string, unknown>>

/** Updates the given settings (rules S3, S4). */
export const updateSettings = (
  context: Context,
  currentUser: CurrentUser,
  body: Body,
): Promise<StoredSettings> => {
  const { dateUpdate: _read, businessLogo: _logo, ...sent } = body
  return writeSettings(context, currentUser, body, async (stored, tx) => {
    const parsed = settingsSchema.safeParse({ ...stored, ...sent })
    const errors = [
      ...(parsed.success
        ? await backgroundErrors(tx, stored.contentBackground, parsed.data.contentBackground)
        : toValidationErrors(parsed.error)),
      ...saErrors(currentUser, stored, sent),
    ]
    if (!parsed.success || errors.length > 0) throw new Invalid(errors)
    if (mustConfirmSettings(stored, parsed.data)) requireConfirmed(currentUser)
    return parsed.data
  })
}

/** Updates the settings shown with the list of channels. */
export const updateChannelSettings = (
  context: Context,
  currentUser: CurrentUser,
  read: { dateUpdate?: string | undefined },
  changes: Partial<Pick<Settings, 'tvUrlBase' | 'agentTv'>>,
): Promise<StoredSettings> =>
  writeSettings(context, currentUser, read, (stored) => ({ ...stored, ...changes }))

const writeSettings = (
  { db, now }: Context,
  currentUser: CurrentUser,
  body: Body,
  change: (stored: Settings, tx: Tx) => Settings | Promise<Settings>,
) =>
  withRetry(db, async (tx) => {
    const stored = await lockSettings(tx)
    refuseStale(body, stored.dateUpdate)
    const value = await change(stored.value, tx)
    if (changesNothing(stored.value, value)) return stored
    const dateUpdate = editDate(now(), stored.dateUpdate)
    const bases = LINK_BASES.filter((base) => value[base] !== stored.value[base])
    const baseDates = Object.fromEntries(bases.map((base) => [base, now().toISOString()]))
    await tx.update(settings).set({
      value,
      dateUpdate,
      baseDates: sql`${settings.baseDates} || ${JSON.stringify(baseDates)}::jsonb`,
    })
    const record = { _id: SETTINGS_ID, name: 'Configuración' }
    await recordChange(tx, currentUser, now(), {
      action: 'update',
      resource: 'settings',
      record,
      before: stored.value,
      after: value,
    })
    return { ...stored, value, dateUpdate }
  })

// Hidden settings are refused even with their current value, so that values cannot be guessed.
const isRefused = (field: (typeof SA_SETTINGS)[number], stored: Settings, sent: Body): boolean =>
  field in sent && (HIDDEN.includes(field) || sent[field] !== stored[field])

const HIDDEN: readonly string[] = HIDDEN_SETTINGS

const saErrors = ({ role }: CurrentUser, stored: Settings, sent: Body): ValidationError[] =>
  role === 'sa'
    ? []
    : SA_SETTINGS.filter((field) => isRefused(field, stored, sent)).map((field) => ({
        field,
        message: SETTINGS_MESSAGES.onlySa,
      }))

type Click = BackgroundImage['content']

const targetKey = ({ contentType, contentId }: Click): string => `${contentType} ${contentId}`

/**
 * Errors of background images whose click target does not exist or has another type. Only new targets are checked: a
 * content deleted later must not prevent saving other settings.
 */
const backgroundErrors = async (
  tx: Tx,
  stored: readonly BackgroundImage[],
  images: readonly BackgroundImage[],
): Promise<ValidationError[]> => {
  const storedTargets = new Set(
    stored.filter(({ content }) => content.enableClick).map(({ content }) => targetKey(content)),
  )
  const newTargets = images
    .map(({ content }, index) => ({ content, index }))
    .filter(({ content }) => content.enableClick && !storedTargets.has(targetKey(content)))
  const errors: ValidationError[] = []
  for (const contentType of IMAGE_CONTENT_TYPES) {
    const clicks = newTargets.filter(({ content }) => content.contentType === contentType)
    if (clicks.length === 0) continue
    const table = tableOf(IMAGE_CONTENT_RESOURCES[contentType])
    const ids = clicks.map(({ content }) => content.contentId)
    const rows = await tx.select({ _id: table._id }).from(table).where(inArray(table._id, ids))
    const existing = new Set(rows.map(({ _id }) => _id))
    for (const { content, index } of clicks)
      if (!existing.has(content.contentId))
        errors.push({
          field: `contentBackground.${index}.content.contentId`,
          message: IMAGE_MESSAGES.unknownContent,
        })
  }
  return errors
}
