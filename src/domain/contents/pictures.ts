/** The pictures that the product draws itself. */
export const PICTURE_KINDS = ['cover', 'background', 'logo'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Longer titles are cut: the whole address has to fit the 2048 characters that an image field takes. */
const MAX_TITLE = 100

/** The title as a picture shows it: whole characters alone, at most 100 of them. */
export const pictureTitle = (title: string): string =>
  [...title.replace(/\p{Surrogate}/gu, '\ufffd')].slice(0, MAX_TITLE).join('')

/** The address, on this same server, of the picture drawn for a title: /pictures/cover/La%20isla.svg */
export const posterPath = (kind: PictureKind, title: string): string =>
  `/pictures/${kind}/${encodeURIComponent(pictureTitle(title))}.svg`
