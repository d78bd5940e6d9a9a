import { setProjectAnnotations } from '@storybook/react-vite'
import * as mynah from 'mynah/storybook/preview'
import * as preview from '../.storybook/preview.ts'

const annotations = setProjectAnnotations([mynah, preview])
beforeAll(annotations.beforeAll)
