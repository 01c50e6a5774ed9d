import { describe, expect, it } from 'vitest'
import { toPlayable, youtubeId } from '../../../../src/admin/kit/dialogs/PreviewDialog.tsx'

const frame = (id: string) => ({ kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}` })

describe('the source of a preview', () => {
  it.each([
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3',
    'https://youtu.be/aqz-KE-bpKQ',
    'https://m.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube.com/shorts/aqz-KE-bpKQ',
  ])('is the frame without cookies for %s', (address) => {
    expect(toPlayable(address, true)).toEqual(frame('aqz-KE-bpKQ'))
    expect(toPlayable(address, false)).toEqual(frame('aqz-KE-bpKQ'))
  })

  it('is the YouTube frame for a bare id with that provider', () => {
    expect(toPlayable('aqz-KE-bpKQ', true)).toEqual(frame('aqz-KE-bpKQ'))
    expect(toPlayable('aqz-KE-bpKQ', false)).toEqual({ kind: 'none' })
  })

  it('is the frame of Google Drive for its files', () => {
    const src = 'https://drive.google.com/file/d/1aB_c-9/preview'
    expect(toPlayable('https://drive.google.com/file/d/1aB_c-9/view?usp=sharing', false)).toEqual({
      kind: 'frame',
      src,
    })
    expect(toPlayable('https://drive.google.com/uc?id=1aB_c-9', false)).toEqual({ kind: 'frame', src })
  })

  it('is the file itself on other hosts', () => {
    const address = 'https://videos.example/a.mp4'
    expect(toPlayable(address, false)).toEqual({ kind: 'media', src: address })
    expect(toPlayable(address, true)).toEqual({ kind: 'media', src: address })
  })

  it('is a file of this server for a path', () => {
    const path = '/demo/media/trailers/a.mp4'
    expect(toPlayable(path, false)).toEqual({ kind: 'media', src: path })
    expect(toPlayable('//videos.example/a.mp4', false)).toEqual({ kind: 'none' })
  })

  it.each(['rtmp://x.example/a', 'javascript:alert(1)', 'peliculas/a.mp4', ''])(
    'is undefined for %s',
    (address) => {
      expect(toPlayable(address, false)).toEqual({ kind: 'none' })
    },
  )

  it('ignores ids of other hosts, and ids that would escape the frame', () => {
    expect(youtubeId('https://youtube.com.example/watch?v=aqz-KE-bpKQ')).toBeUndefined()
    expect(youtubeId('https://youtu.be/..%2Fx?')).toBeUndefined()
  })
})
