import { useLocation, useParams, useRecordContext } from 'ra-core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../../api/connection.ts'
import { CatalogueEdit, type CatalogueEditProps, type Fields } from '../../../kit/form/CatalogueForm.tsx'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'

const RepairOffer = lazy(async () => ({ default: (await import('./repairs.tsx')).RepairOffer }))
const ReportBanner = lazy(async () => ({ default: (await import('./repairs.tsx')).ReportBanner }))

/** A content's links, or a station's only link. */
const playedOf = ({ content, link, linkInternal }: Fields): string =>
  JSON.stringify([content ?? null, link ?? null, linkInternal ?? null])

const isActive = (link: unknown): boolean =>
  typeof link === 'object' && link !== null && 'status' in link && link.status === true

/** When opened from a report, scrolls to the links; if only one link can be broken, opens it. */
const AtLinks = ({ report }: { report: string }) => {
  const { linkOpener } = useFormKit()
  const content: unknown = useRecordContext()?.content
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const links: unknown[] = Array.isArray(content) ? content : []
    const active = links.filter(isActive)
    const [only] = active
    const place = document.querySelector<HTMLElement>('[data-field="content"], input[name="link"]')
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
    if (report === 'LINK' && active.length === 1) linkOpener.current?.(links.indexOf(only))
  }, [report, content, linkOpener])
  return null
}

/**
 * Edit form of a content: after a save that changes its links, offers to mark its open reports as repaired. Opened from
 * a report, it starts at the links and marks them without asking, unless switched off.
 */
export const MediaEdit = ({ children, ...props }: CatalogueEditProps) => {
  const report = new URLSearchParams(useLocation().search).get('report')
  const { id = props.id } = useParams()
  const [repaired, setRepaired] = useState<string>()
  const [marks, mark] = useState(true)
  const onSaved: CatalogueEditProps['onSaved'] = (saved, before, values) => {
    if (before !== undefined && playedOf(saved) !== playedOf(before)) setRepaired(String(saved.id))
    props.onSaved?.(saved, before, values)
  }
  return (
    <>
      {report === null || id === undefined ? null : (
        <Suspense>
          <ReportBanner mediaId={id} report={report} marks={marks} onMark={mark} />
        </Suspense>
      )}
      <CatalogueEdit {...props} onSaved={onSaved}>
        {children}
        {report === null ? null : <AtLinks report={report} />}
      </CatalogueEdit>
      {repaired === undefined ? null : (
        <Suspense>
          <RepairOffer
            key={repaired}
            mediaId={repaired}
            isDecided={report !== null && marks}
            onClose={() => setRepaired(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
