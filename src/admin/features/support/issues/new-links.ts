import { LINKED_RESOURCES, VERDICT_NAMES, type Verdict } from '../../../../domain/contents/link-verdict.ts'
import { request } from '../../../api/http.ts'
import type { Fields } from '../../../kit/form/CatalogueForm.tsx'

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The URLs of a content's active links, or of a station's only one. */
const activeLinks = ({ content, link }: Fields): string[] =>
  (Array.isArray(content) ? content.filter(isObject) : [{ link, status: true }])
    .filter(({ link: url, status }) => status === true && typeof url === 'string' && url !== '')
    .map(({ link: url }) => String(url))

/** The URLs that a save made active. */
export const addedLinks = (saved: Fields, before: Fields): string[] => {
  const old = new Set(activeLinks(before))
  return activeLinks(saved).filter((url) => !old.has(url))
}

/** What a save added to a record. */
export interface NewLinks {
  resource: string
  record: string
  links: readonly string[]
}

/** Milliseconds that a repair waits for the checks of new links, and between polls. */
const CHECK_TIMEOUT_MS = 8_000
const POLL_MS = 1_000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Requests checks of a record's links and resolves to the worst verdict of the new ones; 'unknown' after a time-out, or
 * if checks can't be requested. Never throws.
 */
export const checkNewLinks = async ({ resource: name, record, links }: NewLinks): Promise<Verdict> => {
  const resource = LINKED_RESOURCES.find((each) => each === name)
  if (resource === undefined || links.length === 0) return 'unknown'
  const query = new URLSearchParams({ resource, record })
  const end = Date.now() + CHECK_TIMEOUT_MS
  try {
    await request('POST /api/links/checks', { body: { resource, ids: [record], expected: 1 } })
    while (Date.now() < end) {
      const checks = (await request('GET /api/links', { query })).filter(({ link }) => links.includes(link))
      if (!checks.some(({ isWaiting }) => isWaiting))
        return VERDICT_NAMES.find((verdict) => checks.some((each) => each.verdict === verdict)) ?? 'unknown'
      await wait(POLL_MS)
    }
  } catch {
    // The save succeeded, whatever becomes of the checks.
  }
  return 'unknown'
}
