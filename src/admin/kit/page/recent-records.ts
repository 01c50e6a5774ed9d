import { isResource, type Resource } from '../../../domain/registry.ts'
import { cachedMe } from '../../api/me.ts'
import { PERSONAL } from '../../api/session.ts'

/** A recently opened record, only with the data that identify it. */
export interface RecentRecord {
  resource: Resource
  _id: string
  title: string
}

const MAX_RECENT = 8

/** Removed on sign-out, like all personal data. */
const storageKey = (): string | undefined => {
  const me = cachedMe()
  return me && `${PERSONAL}recent.${me._id}`
}

const isRecent = (value: unknown): value is RecentRecord =>
  typeof value === 'object' &&
  value !== null &&
  'resource' in value &&
  typeof value.resource === 'string' &&
  isResource(value.resource) &&
  '_id' in value &&
  typeof value._id === 'string' &&
  'title' in value &&
  typeof value.title === 'string'

/** The current user's recently opened records in this browser, latest first. */
export const recentRecords = (): RecentRecord[] => {
  const key = storageKey()
  if (key === undefined) return []
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return []
  }
}

const storeRecent = (records: readonly RecentRecord[]): void => {
  const key = storageKey()
  if (key === undefined) return
  try {
    window.localStorage.setItem(key, JSON.stringify(records.slice(0, MAX_RECENT)))
  } catch {
    // Nothing is stored if the browser denies storage.
  }
}

const isOther =
  ({ resource, _id }: Pick<RecentRecord, 'resource' | '_id'>) =>
  (other: RecentRecord): boolean =>
    other.resource !== resource || other._id !== _id

export const addRecent = (record: RecentRecord): void =>
  storeRecent([record, ...recentRecords().filter(isOther(record))])

export const removeRecent = (record: Pick<RecentRecord, 'resource' | '_id'>): void =>
  storeRecent(recentRecords().filter(isOther(record)))
