/** A document with one of everything that the tests ask for. */
export const usersDocument = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1' },
  servers: [{ url: 'https://{region}.api.test/{version}/', variables: { version: { default: 'v1' } } }],
  paths: {
    '/users': {
      parameters: [{ name: 'x-tenant', in: 'header', schema: { type: 'integer' } }],
      get: {
        operationId: 'listUsers',
        tags: ['users'],
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'active', in: 'query', schema: { type: 'boolean' } },
          { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
          {
            name: 'words',
            in: 'query',
            style: 'spaceDelimited',
            explode: false,
            schema: { type: 'array', items: { type: 'string' }, maxItems: 2 },
          },
          {
            name: 'sizes',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: { type: 'integer' } },
          },
          {
            name: 'range',
            in: 'query',
            explode: false,
            schema: { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'integer' } } },
          },
          {
            name: 'sort',
            in: 'query',
            schema: { type: 'object', properties: { by: { enum: ['name', 'id'] }, descending: { type: 'boolean' } } },
          },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            explode: true,
            schema: {
              type: 'object',
              additionalProperties: false,
              properties: {
                role: { type: 'string', enum: ['admin', 'guest'] },
                age: { type: 'object', properties: { gt: { type: 'integer' } } },
                tags: { type: 'array', items: { type: 'string' } },
              },
            },
          },
          {
            name: 'query',
            in: 'query',
            content: { 'application/json': { schema: { type: 'object', required: ['q'] } } },
          },
          { name: 'empty', in: 'query', allowEmptyValue: true, schema: { type: 'integer' } },
        ],
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/User' } },
                example: [{ id: 1, name: 'Ada' }],
              },
            },
          },
          '4XX': { $ref: '#/components/responses/Problem' },
          default: { $ref: '#/components/responses/Problem' },
        },
      },
      post: {
        operationId: 'createUser',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/User' } },
            'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/User' } },
          },
        },
        responses: {
          201: {
            description: '',
            content: { 'application/vnd.users+json': { schema: { $ref: '#/components/schemas/User' } } },
          },
          202: { description: '' },
          400: { $ref: '#/components/responses/Problem' },
        },
      },
    },
    '/users/{user-name}': {
      parameters: [{ name: 'user-name', in: 'path', required: true, schema: { type: 'string', minLength: 2 } }],
      get: {
        operationId: 'getUser',
        parameters: [
          { name: 'x-trace', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'session', in: 'cookie', required: true, schema: { type: 'integer' } },
        ],
        responses: {
          200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          404: { $ref: '#/components/responses/Problem' },
        },
      },
      delete: { operationId: 'deleteUser', responses: { 204: { description: '' } } },
    },
    '/users/{user.id}/files/{name}{extension}': {
      put: {
        operationId: 'putFile',
        parameters: [{ name: 'user.id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: { type: 'string', format: 'binary' },
                  size: { type: 'integer' },
                  labels: { type: 'array', items: { type: 'string' } },
                  owner: { type: 'object', properties: { id: { type: 'integer' } } },
                },
              },
            },
            'text/*': { schema: { type: 'string', maxLength: 5 } },
          },
        },
        responses: { 200: { description: '', content: { 'text/csv': { example: 'a,b' } } } },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'name', 'password'],
        properties: {
          id: { type: 'integer', readOnly: true, example: 1 },
          name: { type: 'string', example: 'Ada' },
          email: { type: 'string', format: 'email', nullable: true },
          password: { type: 'string', writeOnly: true },
          manager: { $ref: '#/components/schemas/User' },
        },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
    responses: {
      Problem: {
        description: '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
  },
}
