import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { endConfirmation, useConfirmationPending } from '../../../src/admin/api/confirmation.ts'
import { upload } from '../../../src/admin/api/files.ts'
import { NOT_CONFIRMED, onForbidden, request, storeToken } from '../../../src/admin/api/http.ts'
import { CONFIRMATION } from '../../../src/domain/sign-in/confirmation.ts'
import { fakeApi } from '../../support/fake-api.ts'

const REFUSED = { status: 403, body: CONFIRMATION }
const REMOVED = { body: { count: 3 } }

beforeEach(() => storeToken('a'))

const asking = () => {
  const { result } = renderHook(() => useConfirmationPending())
  return () => result.current
}

const answer = (isConfirmed: boolean) => act(async () => endConfirmation(isConfirmed))
/** Waits for the responses of pending requests. */
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))))

/** A fake API that requires a confirmation until `confirm` is called. */
const guardedApi = () => {
  let isConfirmed = false
  const asked = fakeApi({
    'DELETE /api/users/demo': () => (isConfirmed ? REMOVED : REFUSED),
    'POST /api/license_transactions/bulk': () => (isConfirmed ? { status: 201, body: [] } : REFUSED),
  })
  return { asked, confirm: () => (isConfirmed = true) }
}

it('repeats the request with the same key once the user has confirmed, without reporting a denial', async () => {
  const isAsked = asking()
  let denials = 0
  onTestFinished(onForbidden(() => denials++))
  const { asked, confirm } = guardedApi()
  const body = { ids: ['a'], period: 'MESES' as const, count: 1, description: '' }
  const sale = request('POST /api/license_transactions/bulk', { body, idempotencyKey: 'clave' })
  await settle()
  expect(isAsked()).toBe(true)
  confirm()
  await answer(true)
  expect(await sale).toEqual([])
  expect(isAsked()).toBe(false)
  expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['clave', 'clave'])
  expect(asked[1]?.body).toEqual(asked[0]?.body)
  expect(denials).toBe(0)
})

it('asks once for several concurrent requests', async () => {
  const isAsked = asking()
  const { asked, confirm } = guardedApi()
  const all = [request('DELETE /api/users/demo'), request('DELETE /api/users/demo')]
  await settle()
  confirm()
  await answer(true)
  expect(await Promise.all(all)).toEqual([REMOVED.body, REMOVED.body])
  expect(isAsked()).toBe(false)
  expect(asked).toHaveLength(4)
})

it('does not repeat the request when the user cancels', async () => {
  asking()
  const { asked } = guardedApi()
  const removal = request('DELETE /api/users/demo')
  const refusal = expect(removal).rejects.toThrow(NOT_CONFIRMED)
  await settle()
  await answer(false)
  await refusal
  expect(asked).toHaveLength(1)
})

it('repeats a request only once', async () => {
  asking()
  const { asked } = guardedApi()
  const refusal = expect(request('DELETE /api/users/demo')).rejects.toThrow(CONFIRMATION.message)
  await settle()
  await answer(true)
  await refusal
  expect(asked).toHaveLength(2)
})

it('rejects the request when no screen can ask', async () => {
  guardedApi()
  await expect(request('DELETE /api/users/demo')).rejects.toThrow(NOT_CONFIRMED)
})

it('uploads a large file again once the user has confirmed', async () => {
  const answers = [REFUSED, { status: 200, body: { size: 4 } }]
  const sent: unknown[] = []
  class Request extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    open() {}
    setRequestHeader() {}
    abort() {}
    send(file: unknown) {
      sent.push(file)
      const { status, body } = answers.shift() ?? REFUSED
      Object.assign(this, { status, responseText: JSON.stringify(body) })
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const isAsked = asking()
  const file = new Blob(['apk!'])
  const uploading = upload('PUT /api/apk', file, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  await settle()
  expect([isAsked(), sent]).toEqual([true, [file]])
  await answer(true)
  expect(await uploading).toEqual({ size: 4 })
  expect(sent).toEqual([file, file])
})
