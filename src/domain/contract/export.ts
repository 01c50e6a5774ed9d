import type { Resource } from '../registry.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Asks for every column that a list can answer. */
export const ALL_COLUMNS = 'all'

/** The header of an export that says how many rows are coming. */
export const ROWS_AHEAD = 'x-total-count'

const FILMS = [
  ...['covertImage', 'title', 'year', 'genres', 'view', 'mailOrigin', 'reference', 'dateUpdate'],
  ...['hasLinkReserved', 'status'],
] as const

/** What the lists show as they are opened, which exports hold unless columns are named; of others, all columns. */
export const SHOWN_COLUMNS: Readonly<Partial<Record<Resource | 'issue_groups', readonly string[]>>> = {
  users: [
    'name',
    'fullName',
    'profileName',
    'platform',
    'dateCreate',
    'dateExpire',
    'creditAmount',
    'status',
  ],
  activitys: [
    ...['title', 'episode', 'mediaType', 'year', 'genre', 'rating', 'quality', 'language', 'imdb', 'date'],
  ],
  histories: ['title', 'episode', 'mediaType', 'year', 'genres', 'userName', 'date'],
  issues: ['title', 'mediaType', 'issueType', 'reference', 'date', 'status'],
  issue_groups: ['title', 'mediaType', 'issueType', 'reference', 'open', 'fixed', 'lastDate'],
  license_transactions: [
    ...['reference', 'date', 'userCreatedName', 'userFullName', 'typeDescrition', 'period', 'count'],
    ...['creditPrice', 'total'],
  ],
  audit: ['date', 'userName', 'action', 'resource', 'recordName', 'address'],
  categories: ['name', 'descriptionEnglish', 'type', 'dateUpdate', 'status'],
  channels: [
    ...['number', 'image', 'title', 'category', 'epgId', 'isAdult', 'children', 'dateUpdate', 'status'],
  ],
  guides: ['name', 'url', 'gzip', 'dateUpdate', 'status'],
  channel_lists: ['title', 'link', 'isAdult', 'children', 'dateUpdate', 'status'],
  movies: FILMS,
  documentaries: FILMS,
  discoveries: FILMS,
  musics: FILMS,
  sports: FILMS,
  series: [
    ...['covertImage', 'title', 'year', 'genres', 'view', 'mailOrigin', 'reference', 'dateUpdate'],
    ...['episodes', 'status'],
  ],
  episodes: [
    ...['episode', 'season', 'title', 'view', 'mailOrigin', 'reference', 'released', 'runtime', 'status'],
  ],
  radios: ['number', 'image', 'title', 'category', 'dateUpdate', 'status'],
  profiles: ['name', 'accessWeb', 'accessApp', 'dateValidate', 'deviceValidate', 'dateUpdate'],
}
