export const PICTURE_KINDS = ['cover', 'background', 'logo'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Longer titles are cut, because the URL has to fit the 2048 characters of an image field. */
const MAX_TITLE = 100

/** The title as drawn on a picture: at most 100 whole characters. */
export const pictureTitle = (title: string): string =>
  [...title.replace(/\p{Surrogate}/gu, '\ufffd')].slice(0, MAX_TITLE).join('')

/** The path of the picture generated for a title: /pictures/cover/La%20isla.svg */
export const posterPath = (kind: PictureKind, title: string): string =>
  `/pictures/${kind}/${encodeURIComponent(pictureTitle(title))}.svg`
