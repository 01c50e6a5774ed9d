import Button from '@mui/material/Button'
import { Suspense, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { holds } from '../../../domain/access/permissions.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { BASE_PERMISSIONS, type LinkBase } from '../../../domain/links/link-bases.ts'
import { lazy } from '../../api/connection.ts'
import { useCachedMe } from '../../api/me.ts'

const ChangeBaseDialog = lazy(() => import('./ChangeBaseDialog.tsx'))

/** 'Cambiar y comprobar', beside the field of a base address: its form saves what the dialog has checked (rule L31). */
export const ChangeBase = ({ source }: { source: LinkBase }) => {
  const me = useCachedMe()
  const { setValue } = useFormContext()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!me || !holds(me, BASE_PERMISSIONS[source])) return null
  const save = (url: string): void => {
    setOpen(false)
    setValue(source, url, { shouldDirty: true, shouldTouch: true })
    button.current?.form?.requestSubmit()
  }
  return (
    <>
      <Button
        ref={button}
        aria-label={`Cambiar y comprobar: ${fieldLabel('settings', source)}`}
        variant="outlined"
        onClick={() => setOpen(true)}
        sx={{ mt: { xs: 0, sm: '29px' }, mb: { xs: 1, sm: 0 } }}
      >
        Cambiar y comprobar
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <ChangeBaseDialog source={source} onSave={save} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
