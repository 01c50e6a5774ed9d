import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useParams, useRecordContext, useResourceContext } from 'react-admin'
import { repairedByLinks } from '../../../../domain/support/repaired-by-links.ts'
import { lazy } from '../../../api/connection.ts'
import { CatalogueEdit, type CatalogueEditProps, type Fields } from '../../../kit/form/CatalogueForm.tsx'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'
import { useListKey } from '../../../kit/page/list-location.ts'
import { readNavigation } from '../../../kit/page/list-navigation.ts'
import { useLinkHealth } from '../../links/health.ts'
import { addedLinks, type NewLinks } from './new-links.ts'

const RepairOffer = lazy(async () => ({ default: (await import('./RepairOffer.tsx')).RepairOffer }))
const ReportBanner = lazy(async () => ({ default: (await import('./ReportBanner.tsx')).ReportBanner }))

/** Comparison key of a content's links, or of a station's only link. */
const linksKey = ({ content, link, linkInternal }: Fields): string =>
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

/** When opened from the list of records with a dead link, starts at that link once it is known. */
const AtDeadLink = () => {
  const isDone = useRef(false)
  const { data } = useLinkHealth(useResourceContext(), String(useRecordContext()?.id))
  useEffect(() => {
    const place = document.querySelector<HTMLElement>('[data-dead]')
    if (isDone.current || data === undefined || place === null) return
    isDone.current = true
    place.scrollIntoView({ block: 'center' })
    place.focus({ preventScroll: true })
  }, [data])
  return null
}

const useIsFromDeadLinks = (id: string | undefined): boolean => {
  const navigation = readNavigation(useListKey(useResourceContext() ?? ''))
  return id !== undefined && navigation?.params.filter?.quality === 'dead_link' && navigation.ids.includes(id)
}

/** What goes with the next save of a content: the answer to its reports, and the kinds that it repairs. */
interface Choice {
  id: string | undefined
  answer: string
  ticked: readonly string[]
}

/**
 * Edit form of a content: after a save that changes its links, offers to mark its open reports as repaired. Opened from
 * a report, it starts at the links and marks the ticked kinds without asking.
 */
export const MediaEdit = ({ children, ...props }: CatalogueEditProps) => {
  const report = new URLSearchParams(useLocation().search).get('report')
  const resource = useResourceContext() ?? ''
  const { id = props.id } = useParams()
  const isOfDeadLinks = useIsFromDeadLinks(id)
  const [saved, setSaved] = useState<NewLinks>()
  const [choice, choose] = useState<Choice>()
  // The form of the next report is the same component.
  const { answer, ticked } =
    choice !== undefined && choice.id === id ? choice : { answer: '', ticked: repairedByLinks(report) }
  const onSaved: CatalogueEditProps['onSaved'] = (record, before, values) => {
    if (before !== undefined && linksKey(record) !== linksKey(before))
      setSaved({ resource, record: String(record.id), links: addedLinks(record, before) })
    props.onSaved?.(record, before, values)
  }
  return (
    <>
      {report === null || id === undefined ? null : (
        <Suspense>
          <ReportBanner
            mediaId={id}
            report={report}
            ticked={ticked}
            onTick={(kinds) => choose({ id, answer, ticked: kinds })}
            answer={answer}
            onAnswer={(text) => choose({ id, answer: text, ticked })}
          />
        </Suspense>
      )}
      <CatalogueEdit {...props} onSaved={onSaved}>
        {children}
        {report === null ? null : <AtLinks report={report} />}
        {report === null && isOfDeadLinks ? <AtDeadLink /> : null}
      </CatalogueEdit>
      {saved === undefined ? null : (
        <Suspense>
          <RepairOffer
            // Each save has its own.
            key={JSON.stringify(saved)}
            saved={saved}
            kinds={report === null ? undefined : ticked}
            answer={answer}
            onClose={() => {
              setSaved(undefined)
              // What was sent is not sent again.
              choose({ id, answer: '', ticked })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
