import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'react-admin'
import { templateFields, templateFile } from '../../../domain/imports/template.ts'
import { API_PATHS, entryOf, type FileResource } from '../../../domain/registry.ts'
import { saveAs } from '../../api/files.ts'
import { request } from '../../api/http.ts'
import { WRAP } from './CardTable.tsx'

const fieldsEndpoint = (resource: FileResource) => `GET ${API_PATHS[resource]}/imports/fields` as const

interface TemplateProps {
  resource: FileResource
  /** Common to all records of the file, such as the series of episodes. */
  scope: Record<string, string>
}

/** A file with the headings alone to download, and what each of its columns holds. */
export const Template = ({ resource, scope }: TemplateProps) => {
  const { data, error } = useQuery({
    queryKey: ['imports', 'fields', resource, scope],
    queryFn: ({ signal }) => request(fieldsEndpoint(resource), { query: new URLSearchParams(scope), signal }),
  })
  const [format] = useStore<string>('export.format', 'csv;')
  if (error)
    return (
      <Alert severity="error" role="alert">
        {error.message}
      </Alert>
    )
  const fields = templateFields(data ?? [])
  const save = (): void => {
    const file = new Blob([templateFile(fields, format === 'csv,' ? ',' : ';')], { type: 'text/csv' })
    saveAs(file, `plantilla-${entryOf(resource).name.many.replaceAll(' ', '-')}.csv`)
  }
  return (
    <>
      <Button variant="outlined" disabled={!data} onClick={save} sx={{ justifySelf: 'start' }}>
        Descargar plantilla
      </Button>
      <details>
        <Box component="summary" sx={{ cursor: 'pointer', minHeight: { xs: 44, sm: 24 } }}>
          Columnas de la plantilla
        </Box>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5, fontSize: 12.5, ...WRAP }}>
          {fields.map(({ name, label, isRequired, format: written }) => (
            <div key={name}>
              <Box component="dt" sx={{ display: 'inline', fontWeight: 600 }}>
                {label}
              </Box>
              <Box component="dd" sx={{ display: 'inline', m: 0, ml: 0.5, color: 'text.secondary' }}>
                {[isRequired ? 'obligatorio' : '', written].filter((text) => text !== '').join(' · ')}
              </Box>
            </div>
          ))}
        </Box>
      </details>
    </>
  )
}
