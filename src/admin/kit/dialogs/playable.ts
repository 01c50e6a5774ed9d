import { isWebUrl } from '../../../domain/validation/url.ts'

/** How a browser can play an address: in its owner's frame, as a file, or not at all. */
export type Playable = { kind: 'frame' | 'video'; src: string } | { kind: 'none' }

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

/** The page on which Google Drive plays one of its files. */
const driveFrame = (address: string): string | undefined => {
  if (!isWebUrl(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  if (hostname !== 'drive.google.com') return undefined
  const id = /^\/file\/d\/([\w-]+)/.exec(pathname)?.[1] ?? searchParams.get('id')
  return id && /^[\w-]+$/.test(id) ? `https://drive.google.com/file/d/${id}/preview` : undefined
}

/** How to play an address; `isYoutube` says that it is one of YouTube's even where only an id stands. */
export const playableOf = (address: string, isYoutube: boolean): Playable => {
  const id = isYoutube || /youtu\.?be/.test(address) ? youtubeId(address) : undefined
  if (id !== undefined) return { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}` }
  const drive = driveFrame(address)
  if (drive !== undefined) return { kind: 'frame', src: drive }
  return isWebUrl(address) ? { kind: 'video', src: address } : { kind: 'none' }
}
