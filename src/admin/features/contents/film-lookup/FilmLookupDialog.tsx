import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useDataProvider } from 'ra-core'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { FoundFilm, LookupQuery } from '../../../../domain/contents/film-lookup.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { CarteleraDataProvider } from '../../../api/data-provider.ts'
import { useFormKit } from '../../../kit/inputs/form-kit.tsx'
import { FoundFilmForm } from './FoundFilmForm.tsx'
import { LookupForm } from './LookupForm.tsx'

const FAILED = 'No se pudo consultar la base de películas. Intente más tarde.'

interface FilmLookupDialogProps {
  type: LookupQuery['type']
  open: boolean
  onClose: () => void
}

// The contract: a found film carries the names of our own fields.
const asFilm = (answer: object): FoundFilm => answer as FoundFilm

/** Asks the film database; what goes wrong is said in the form's message area too. */
const useLookup = () => {
  const dataProvider = useDataProvider<CarteleraDataProvider>()
  const { setMessage } = useFormKit()
  const [film, setFilm] = useState<FoundFilm>()
  const [problem, setProblem] = useState<string>()
  const fail = (error: unknown): void => {
    const message = error instanceof ApiError ? error.message : FAILED
    setProblem(message)
    setMessage(message)
  }
  const look = async (query: LookupQuery): Promise<void> => {
    setProblem(undefined)
    setMessage(undefined)
    try {
      setFilm(asFilm(await dataProvider.lookupFilm(query)))
    } catch (error) {
      fail(error)
    }
  }
  return { film, problem, look, again: () => setFilm(undefined) }
}

type LookupProps = Pick<FilmLookupDialogProps, 'type' | 'onClose'>

const Lookup = ({ type, onClose }: LookupProps) => {
  const { getValues, setValue, formState } = useFormContext()
  const { film, problem, look, again } = useLookup()
  const [values] = useState(() => getValues())
  if (film === undefined)
    return <LookupForm type={type} values={values} problem={problem} onLookup={look} onClose={onClose} />
  const fill = (chosen: Readonly<Record<string, unknown>>): void => {
    for (const [source, value] of Object.entries(chosen))
      setValue(source, value, { shouldDirty: true, shouldValidate: formState.submitCount > 0 })
    onClose()
  }
  return <FoundFilmForm film={film} values={values} onFill={fill} onAgain={again} />
}

/** The search in the film database: first what to look for, then what to take over. */
export const FilmLookupDialog = ({ type, open, onClose }: FilmLookupDialogProps) => {
  const heading = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Buscar en la base de películas</DialogTitle>
      <Lookup type={type} onClose={onClose} />
    </Dialog>
  )
}
