import { Suspense, useState } from 'react'
import { lazy } from '../../../api/connection.ts'
import { CatalogueEdit, type CatalogueEditProps, type Fields } from '../../../kit/form/CatalogueForm.tsx'

const RepairOffer = lazy(async () => ({ default: (await import('./repairs.tsx')).RepairOffer }))

/** A content's links, or the one link of a station. */
const playedOf = ({ content, link, linkInternal }: Fields): string =>
  JSON.stringify([content ?? null, link ?? null, linkInternal ?? null])

/** The update mode of a content: when a save changes its links, offers to mark its open reports as repaired. */
export const MediaEdit = (props: CatalogueEditProps) => {
  const [repaired, setRepaired] = useState<string>()
  const onSaved: CatalogueEditProps['onSaved'] = (saved, before, values) => {
    if (before !== undefined && playedOf(saved) !== playedOf(before)) setRepaired(String(saved.id))
    props.onSaved?.(saved, before, values)
  }
  return (
    <>
      <CatalogueEdit {...props} onSaved={onSaved} />
      {repaired === undefined ? null : (
        <Suspense>
          <RepairOffer mediaId={repaired} onClose={() => setRepaired(undefined)} />
        </Suspense>
      )}
    </>
  )
}
