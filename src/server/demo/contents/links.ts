import type { Link } from '../../../domain/contents/link.ts'
import { MEDIA_PATH } from '../media/addresses.ts'
import type { Random } from '../random.ts'

/** Hosts of external links; what checks found there is told in `link-health.ts`. */
export const HOSTS = {
  storage: 'storage.cartelera.example',
  partner: 'socios.cartelera.example',
  spare: 'respaldo.cartelera.example',
} as const

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'pelicula'

export const folderName = (film: { title: string; year: number }): string =>
  `${slug(film.title)}-${film.year}`

export const trailerUrl = (folder: string): string => `${MEDIA_PATH}trailers/${folder}.mp4`

const captions = (random: Random): Link['closedCaption'] =>
  random.pick<Link['closedCaption']>([[], [], ['ESP'], ['ESP'], ['ESP', 'ING'], ['ESP', 'POR']])

const base = (link: string, audio: Link['audio'], random: Random): Link => ({
  link,
  quality: 'HD',
  audio,
  closedCaption: captions(random),
  isLinkReserved: false,
  linkType: 'I',
  provider: null,
  isYoutube: false,
  googleStorage: false,
  isCdnLink: true,
  status: true,
})

function secondLink(folder: string, audio: Link['audio'], random: Random): Link {
  const plain = base(`peliculas/${folder}/dvd.mp4`, audio, random)
  if (random.chance(0.15)) return external(plain, random.pick([HOSTS.partner, HOSTS.spare]), folder)
  return random.pick<Link>([
    { ...plain, quality: 'DVD' },
    { ...plain, link: `peliculas/${folder}/4k.mp4`, quality: '4K' },
    { ...external(plain, HOSTS.storage, folder), provider: 1, googleStorage: true },
  ])
}

const external = (link: Link, host: string, folder: string): Link => ({
  ...link,
  link: `https://${host}/peliculas/${folder}.m3u8`,
  linkType: 'E',
  provider: 3,
  isCdnLink: false,
})

/** Audio of a film: one language per link, English only, or the usual mix. */
export interface Sound {
  monoAudio: boolean
  onlyEnglish: boolean
}

function pickAudio({ monoAudio, onlyEnglish }: Sound, random: Random): Link['audio'] {
  if (onlyEnglish) return ['ING']
  if (monoAudio) return random.pick<Link['audio']>([['ESP'], ['ESP'], ['ING']])
  return random.pick<Link['audio']>([['ESP', 'ING'], ['ESP', 'ING'], ['ESP'], ['ING'], ['ESP', 'ING', 'POR']])
}

/**
 * One to three links of a film: the first one plays, others may be inactive, reserved or kept elsewhere. A few films are
 * on the spare host alone.
 */
export function filmLinks(folder: string, sound: Sound, random: Random): Link[] {
  const links = [base(`peliculas/${folder}/hd.mp4`, pickAudio(sound, random), random)]
  if (random.chance(0.01)) return links.map((link) => external(link, HOSTS.spare, folder))
  if (random.chance(0.45))
    links.push({ ...secondLink(folder, pickAudio(sound, random), random), status: !random.chance(0.2) })
  if (random.chance(0.12))
    links.push({
      ...base(`reservados/${folder}/4k.mp4`, pickAudio(sound, random), random),
      quality: '4K',
      isLinkReserved: true,
    })
  return links
}
