import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  dropToken,
  expireToken,
  keepToken,
  onExpiry,
  onTokenChange,
  readToken,
  watchOtherTabs,
} from '../../../../src/admin/api/session/token.ts'

afterEach(dropToken)

describe('the token', () => {
  it('stays in the cookie until dropped', () => {
    expect(readToken()).toBeUndefined()
    keepToken('a b;c')
    expect(readToken()).toBe('a b;c')
    dropToken()
    expect(readToken()).toBeUndefined()
  })

  it('is kept with the attributes of rule P8', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    keepToken('x')
    expect(written).toHaveBeenCalledWith('token=x; path=/; SameSite=Strict')
    vi.stubGlobal('location', { protocol: 'https:' })
    keepToken('x')
    vi.unstubAllGlobals()
    expect(written).toHaveBeenLastCalledWith('token=x; path=/; SameSite=Strict; Secure')
  })

  it('is not taken for another cookie whose name ends the same', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie of somebody else on this host.
    document.cookie = 'mytoken=other'
    expect(readToken()).toBeUndefined()
  })

  it('tells who watches about every change', () => {
    const watcher = vi.fn()
    const stop = onTokenChange(watcher)
    keepToken('x')
    dropToken()
    stop()
    keepToken('y')
    expect(watcher).toHaveBeenCalledTimes(2)
  })

  it('tells who watches when the window comes back from another tab', () => {
    watchOtherTabs()
    const watcher = vi.fn()
    const stop = onTokenChange(watcher)
    window.dispatchEvent(new Event('focus'))
    stop()
    expect(watcher).toHaveBeenCalledOnce()
  })

  it('expires for the refused one alone', () => {
    keepToken('new')
    const keep = vi.fn()
    const stop = onExpiry(keep)
    expireToken('old')
    expect(keep).not.toHaveBeenCalled()
    expireToken('new')
    stop()
    expect(keep).toHaveBeenCalledOnce()
    expect(readToken()).toBeUndefined()
  })
})
