import type { Link } from '../contents/link.ts'

type Played = Pick<Link, 'link' | 'quality' | 'audio' | 'status'>

/** The qualities and languages of the link that was played, else of all active ones (rule R5). */
export const playedIn = (
  links: readonly Played[],
  played: string,
): { quality: Link['quality'][]; language: Link['audio'] } => {
  const own = links.filter(({ link }) => link === played)
  const chosen = own.length > 0 ? own : links.filter(({ status }) => status)
  return {
    quality: [...new Set(chosen.map(({ quality }) => quality))],
    language: [...new Set(chosen.flatMap(({ audio }) => audio))],
  }
}
