import { DATED_CONTENTS } from '../contents/newest-contents.ts'
import { API_PATHS } from '../registry.ts'
import { SA_SETTINGS, type Settings } from '../settings/settings.ts'

/**
 * The endpoints that ask for a confirmation (rule P17), by method and path: always, or in the cases that the functions
 * below decide.
 */
export const CONFIRMED_ENDPOINTS = {
  always: [
    'POST /api/me/factors',
    'POST /api/me/factors/verify',
    'POST /api/me/factors/recovery-codes',
    'DELETE /api/me/factors/:id',
    'DELETE /api/users/:id/factors',
    'DELETE /api/users/demo',
    'POST /api/profiles',
    'PUT /api/profiles/:id',
    'DELETE /api/profiles/:id',
    'POST /api/profiles/bulk',
    'POST /api/keys',
    'DELETE /api/keys/:id',
    'POST /api/webhooks',
    'PUT /api/webhooks/:id',
    'DELETE /api/webhooks/:id',
    'POST /api/webhooks/:id/secret',
    'PUT /api/apk',
    ...DATED_CONTENTS.map((resource) => `POST ${API_PATHS[resource]}/:id/merge`),
  ],
  sometimes: [
    'POST /api/users',
    'PUT /api/users/:id',
    'DELETE /api/users/:id',
    'PUT /api/users/:id/password',
    'POST /api/users/bulk',
    'POST /api/imports/:id/apply',
    'POST /api/batches/:id/undo',
    'POST /api/license_transactions/bulk',
    'POST /api/license_transactions/compensations',
    'PUT /api/settings',
  ],
} satisfies Record<string, readonly string[]>

/** Most users sold to, compensated, or imported without web access, in one request without a confirmation (rule P17). */
export const MAX_UNCONFIRMED = 20

/** True if a sign-in or a confirmation still counts; with `confirmMinutes` 0 each does (rule P17). */
export const isConfirmed = (
  confirmedAt: Date,
  now: Date,
  { confirmMinutes }: Pick<Settings, 'confirmMinutes'>,
): boolean => confirmMinutes === 0 || now.getTime() - confirmedAt.getTime() < confirmMinutes * 60_000

/** The edited user: whether it is the current one, and may sign in to the web before the edit. */
interface EditedUser {
  isSelf: boolean
  accessWeb: boolean
}

/** True if changing these fields of a user asks for a confirmation. */
export const mustConfirmEdit = ({ isSelf, accessWeb }: EditedUser, changed: readonly string[]): boolean =>
  changed.some(
    (field) =>
      field === 'password' ||
      field === 'profile' ||
      (field === 'email' && isSelf) ||
      (field === 'status' && accessWeb),
  )

/** Which users of a batch make it ask for a confirmation: any, those with web access, or none. */
export const batchConfirmation = (
  action: string,
  changes: Readonly<Record<string, unknown>>,
): 'any' | 'web' | 'none' => {
  if (action !== 'update' || changes.profile !== undefined) return 'any'
  return changes.status === undefined ? 'none' : 'web'
}

/** True if an import asks for a confirmation; `web`: how many of its rows give or take web access. */
export const mustConfirmImport = ({ chosen, web }: { chosen: number; web: number }): boolean =>
  web > 0 || chosen > MAX_UNCONFIRMED

/** True if these settings differ in one that only `sa` changes (rule S3). */
export const mustConfirmSettings = (before: Settings, after: Settings): boolean =>
  SA_SETTINGS.some((name) => before[name] !== after[name])
