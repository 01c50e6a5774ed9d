import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { LookupQuery } from '../../../../domain/contents/film-lookup.ts'
import { FilmLookupDialog } from './FilmLookupDialog.tsx'

/** Opens the search in the film database; `type` is what it looks for at first. */
export const FilmLookupButton = ({ type = 'movie' }: { type?: LookupQuery['type'] }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<SearchIcon />} onClick={() => setOpen(true)}>
        Buscar en la base de películas
      </Button>
      <FilmLookupDialog type={type} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
