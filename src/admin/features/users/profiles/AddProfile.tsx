import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { Form, useListContext } from 'ra-core'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { profileSchema } from '../../../../domain/users/profile.ts'
import { mayCreateProfiles } from '../../../../domain/users/profile-rules.ts'
import { useMe } from '../../../api/session/identity.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { schemaResolver } from '../../../kit/form/form-errors.tsx'
import { ShapeContext } from '../../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { useAddProfile } from './use-add-profile.ts'

const SHAPE = profileSchema.pick({ name: true })
const resolver = schemaResolver(SHAPE)
const EMPTY = { name: '' }

const Register = () => {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" loading={isSubmitting} sx={{ mt: '29px', flexShrink: 0 }}>
      Registrar
    </Button>
  )
}

/** Adds a profile by its name; what it may do is chosen afterwards. */
export const AddProfile = () => {
  const { resource } = useListContext()
  const { data: me } = useMe()
  const mayRegister = useMay('register', resource)
  const [added, setAdded] = useState(0)
  const add = useAddProfile(() => setAdded((count) => count + 1))
  if (!mayRegister || me === undefined || !mayCreateProfiles(me)) return null
  return (
    <Card component="section" aria-label="Agregar perfil" sx={{ px: 2.25, py: 1.5, mb: 2 }}>
      <ShapeContext value={SHAPE}>
        {/* A new form for the next name, at hand at once. */}
        <Form
          key={added}
          noValidate
          record={EMPTY}
          resolver={resolver}
          onSubmit={add}
          disableInvalidFormNotification
        >
          <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, maxWidth: 480 }}>
            <TextInput source="name" autoFocus={added > 0} />
            <Register />
          </Box>
        </Form>
      </ShapeContext>
    </Card>
  )
}
