import Button from '@mui/material/Button'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { TRAILER_PROVIDERS } from '../../../../domain/contents/film-fields.ts'
import { PreviewDialog } from '../../../kit/dialogs/PreviewDialog.tsx'
import { Span } from '../../../kit/form/FormSection.tsx'
import { useHasField } from '../../../kit/inputs/form-kit.tsx'
import { choicesIn, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

const PreviewButton = () => {
  const [trailer, provider]: unknown[] = useWatch({ name: ['trailer', 'trailerProvider'] })
  const [isOpen, setOpen] = useState(false)
  const address = typeof trailer === 'string' ? trailer.trim() : ''
  return (
    <>
      <Button
        variant="outlined"
        fullWidth
        disabled={address === ''}
        onClick={() => setOpen(true)}
        sx={{ mt: '29px', px: 1, whiteSpace: 'nowrap' }}
      >
        Ver trailer
      </Button>
      <PreviewDialog
        open={isOpen}
        title="Trailer"
        address={address}
        isYoutube={provider === 'Y'}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** A trailer: its address, where it is kept, and a look at it; nothing for contents that have none. */
export const TrailerInput = () => {
  const hasTrailer = useHasField('trailer')
  const hasProvider = useHasField('trailerProvider')
  if (!hasTrailer) return null
  return (
    <>
      <Span of={hasProvider ? 7 : 10}>
        <TextInput source="trailer" placeholder="https://…" />
      </Span>
      {hasProvider ? (
        <Span of={3} phone={7}>
          <SelectInput source="trailerProvider" choices={choicesIn(TRAILER_PROVIDERS)} />
        </Span>
      ) : null}
      <Span of={2} phone={5}>
        <PreviewButton />
      </Span>
    </>
  )
}
