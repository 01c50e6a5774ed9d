import { isWebUrl } from '../../domain/validation/url.ts'

/** How a browser can play an address: in YouTube's own frame, as a file, or not at all. */
export type Playable = { kind: 'youtube' | 'video'; src: string } | { kind: 'none' }

const YOUTUBE_HOSTS = /^(www\.|m\.|music\.)?(youtube\.com|youtube-nocookie\.com)$/
const VIDEO_ID = /^[\w-]{6,20}$/

const idIn = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!YOUTUBE_HOSTS.test(hostname)) return undefined
  return searchParams.get('v') ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1]
}

/** The id of a YouTube video, out of any of its addresses or on its own. */
export const youtubeId = (address: string): string | undefined => {
  const id = isWebUrl(address) ? idIn(new URL(address)) : address.trim()
  return id !== undefined && VIDEO_ID.test(id) ? id : undefined
}

/** How to play an address; `isYoutube` says that it is one of YouTube's even where only an id stands. */
export const playableOf = (address: string, isYoutube: boolean): Playable => {
  const id = isYoutube || /youtu\.?be/.test(address) ? youtubeId(address) : undefined
  if (id !== undefined) return { kind: 'youtube', src: `https://www.youtube-nocookie.com/embed/${id}` }
  return isWebUrl(address) ? { kind: 'video', src: address } : { kind: 'none' }
}
