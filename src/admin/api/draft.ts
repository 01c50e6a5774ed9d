import { PERSONAL } from './session.ts'

const PREFIX = `${PERSONAL}draft:`

/** Initial form values besides the record: unsaved input of an ended session or page, or an earlier version. */
export interface Draft {
  userId: string
  values: Readonly<Record<string, unknown>>
  /** The version of the edited record, and its original values of the changed fields. */
  dateUpdate?: string
  opened?: Readonly<Record<string, unknown>>
  /** Origin of the values, for the user, if not an ended session. */
  reason?: string
  /** Audit event whose version the draft restores, if saving it needs a confirmation (rule P17). */
  version?: string
}

// Never stores a password, at any nesting level.
const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/i.test(name) ? undefined : value

const storage = (): Storage | undefined => {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

// Accepts only drafts written by this module.
const asDraft = (value: unknown): Draft | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { userId, values, dateUpdate, opened, reason, version } = value as Partial<Draft>
  if (typeof userId !== 'string' || typeof values !== 'object' || values === null) return undefined
  return {
    userId,
    values,
    ...(typeof dateUpdate === 'string' ? { dateUpdate } : {}),
    ...(typeof opened === 'object' && opened !== null ? { opened } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Key of the draft of a form; `name` distinguishes several on one path. */
export const draftKey = (path: string, name = 'form'): string => `${name}:${path}`

/** Saves a form's draft for a path and user, in this tab. */
export const saveDraft = (key: string, draft: Draft): void => {
  const text = JSON.stringify(draft, withoutPasswords)
  if (Object.keys(asDraft(parse(text))?.values ?? {}).length === 0) return
  try {
    storage()?.setItem(PREFIX + key, text)
  } catch {
    // With full storage, the draft is lost, but the session still ends.
  }
}

export const dropDraft = (key: string): void => storage()?.removeItem(PREFIX + key)

/** Removes and returns the draft of a path; another user's is discarded. */
export const takeDraft = (key: string, userId: string): Draft | undefined => {
  const text = storage()?.getItem(PREFIX + key)
  if (!text) return undefined
  dropDraft(key)
  const draft = asDraft(parse(text))
  return draft?.userId === userId ? draft : undefined
}
