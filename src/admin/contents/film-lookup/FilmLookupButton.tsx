import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { FilmLookupDialog } from './FilmLookupDialog.tsx'

/** Opens the search in the film database. */
export const FilmLookupButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<SearchIcon />} onClick={() => setOpen(true)}>
        Buscar en la base de películas
      </Button>
      <FilmLookupDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
