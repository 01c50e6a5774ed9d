import { type FileSteps, ImportDialog } from '../imports/ImportDialog.tsx'
import { PlaylistOptions } from './PlaylistOptions.tsx'
import { PlaylistSource } from './PlaylistSource.tsx'

const STEPS: FileSteps = {
  title: 'Importar lista M3U',
  Source: PlaylistSource,
  Mapping: PlaylistOptions,
  mapping: 'Opciones',
  done: 'La lista fue importada.',
  refused: 'Sus entradas en un CSV, con una columna «Motivo»: corrija la lista e impórtela de nuevo.',
}

interface PlaylistImportProps {
  resource: 'channels' | 'radios'
  onClose: () => void
}

/** Imports a playlist in steps: source, options, preview with choices, result. */
export const PlaylistImport = (props: PlaylistImportProps) => <ImportDialog steps={STEPS} {...props} />
