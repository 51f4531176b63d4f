import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { text } from './add-camera-address-texts.ts';

/** Field for the camera's password, which users can reveal because few know it by heart. */
export function CameraPasswordField(field: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'after'>): ReactNode {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      {...field}
      label={text('password')}
      type={isVisible ? 'text' : 'password'}
      autoComplete="new-password"
      after={
        <IconButton
          small
          label={text(isVisible ? 'hidePassword' : 'showPassword')}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOff size={20} /> : <Eye size={20} />}
        </IconButton>
      }
    />
  );
}
