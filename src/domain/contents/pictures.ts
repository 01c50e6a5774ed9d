export const PICTURE_KINDS = ['cover', 'background', 'logo'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Longer titles are cut, because the URL has to fit the 2048 characters of an image field. */
const MAX_TITLE = 100

/** The title as drawn on a picture: at most 100 whole characters. */
export const pictureTitle = (title: string): string =>
  [...title.replace(/\p{Surrogate}/gu, '\ufffd')].slice(0, MAX_TITLE).join('')

export const SUBJECT_KINDS = [
  'movies',
  'series',
  'documentaries',
  'musics',
  'sports',
  'channels',
  'radios',
] as const

/** What a picture is of: its kind and genre decide on colours and motif. */
export interface PictureSubject {
  kind: (typeof SUBJECT_KINDS)[number]
  genre?: string | undefined
}

const basePath = (kind: PictureKind, title: string): string =>
  `/pictures/${kind}/${encodeURIComponent(pictureTitle(title))}.svg`

/** The path of the picture generated for a title: /pictures/cover/La%20isla.svg?kind=movies&genre=Terror */
export const posterPath = (kind: PictureKind, title: string, subject?: PictureSubject): string => {
  const path = basePath(kind, title)
  if (subject === undefined) return path
  const genre = subject.genre ? `&genre=${encodeURIComponent(subject.genre)}` : ''
  return `${path}?kind=${subject.kind}${genre}`
}

/** True for a picture generated for the title, of whatever subject. */
export const isPosterPath = (image: string, kind: PictureKind, title: string): boolean =>
  image.split('?', 1)[0] === basePath(kind, title)

/** The generated picture of another title, of the same subject. */
export const renamePoster = (image: string, kind: PictureKind, title: string): string =>
  basePath(kind, title) + image.slice(image.split('?', 1)[0]?.length)
