import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useState } from 'react'
import { contentLinkShape, type Link } from '../../../domain/contents/link.ts'
import type { FormShape } from '../../forms/shape.ts'
import { useField } from '../../inputs/field.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { LinkRow } from './LinkRow.tsx'
import { linksIn } from './link-record.ts'
import { useRowErrors } from './use-row-errors.ts'

interface LinksInputProps {
  source?: string
  /** What a link of this content must be. */
  shape?: FormShape
  /** Further fields of the dialog, for contents whose links have more. */
  children?: ReactNode
  /** What the row shows of those fields. */
  tags?: (link: Link) => ReactNode
}

/** The links of a content: add, edit, switch on and off, look at, delete. */
export const LinksInput = (props: LinksInputProps) => {
  const { source = 'content', shape = contentLinkShape, children, tags } = props
  const { value, change, error, lineId } = useField({ source })
  const [open, setOpen] = useState<number | 'new'>()
  const rowErrors = useRowErrors(source)
  const links = linksIn(value)
  const put = (link: Link): void => {
    change(open === 'new' ? [...links, link] : links.map((each, index) => (index === open ? link : each)))
    setOpen(undefined)
  }
  return (
    <Box
      role="group"
      aria-label="Enlaces"
      aria-describedby={error ? lineId : undefined}
      tabIndex={-1}
      data-field={source}
      data-invalid={error !== undefined || rowErrors.some((messages) => messages.length > 0)}
      sx={{ gridColumn: '1 / -1', borderRadius: 1 }}
    >
      {links.map((link, index) => (
        <LinkRow
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no id; their place is what tells them apart.
          key={index}
          link={link}
          errors={rowErrors[index] ?? []}
          tags={tags?.(link)}
          onChange={(next) => change(links.map((each, at) => (at === index ? next : each)))}
          onEdit={() => setOpen(index)}
          onDelete={() => change(links.filter((_, at) => at !== index))}
        />
      ))}
      {error ? (
        <FormHelperText id={lineId} error sx={{ mt: 1 }}>
          {error}
        </FormHelperText>
      ) : null}
      <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen('new')} sx={{ mt: 1.5 }}>
        Agregar link
      </Button>
      <LinkDialog
        open={open !== undefined}
        link={typeof open === 'number' ? links[open] : undefined}
        shape={shape}
        onSave={put}
        onClose={() => setOpen(undefined)}
      >
        {children}
      </LinkDialog>
    </Box>
  )
}
