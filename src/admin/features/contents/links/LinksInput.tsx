import type { ReactNode } from 'react'
import { contentLinkSchema, type Link } from '../../../../domain/contents/link.ts'
import type { FormSchema } from '../../../kit/inputs/form-kit.tsx'
import { ItemsInput } from '../../../kit/inputs/ItemsInput.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { LinkRow } from './LinkRow.tsx'
import { linksIn } from './link-record.ts'

interface LinksInputProps {
  source?: string
  /** What a link of this content must be. */
  schema?: FormSchema
  /** Further fields of the dialog, for contents whose links have more. */
  children?: ReactNode
  /** What the row shows of those fields. */
  tags?: (link: Link) => ReactNode
}

/** The links of a content: add, edit, switch on and off, look at, delete. */
export const LinksInput = ({
  source = 'content',
  schema = contentLinkSchema,
  children,
  tags,
}: LinksInputProps) => (
  <ItemsInput
    source={source}
    label="Enlaces"
    addLabel="Agregar link"
    itemsIn={linksIn}
    row={({ item, ...row }) => <LinkRow link={item} tags={tags?.(item)} {...row} />}
    dialog={({ item, items: _, ...dialog }) => (
      <LinkDialog link={item} schema={schema} {...dialog}>
        {children}
      </LinkDialog>
    )}
  />
)
