{{- define "debate-hall.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "debate-hall.container" -}}
image: {{ include "debate-hall.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: XDG_CONFIG_HOME
    value: /config
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
volumeMounts:
  - name: config
    mountPath: /config/debate-hall
    readOnly: true
  - name: scratch
    mountPath: /tmp
{{- end -}}

{{- define "debate-hall.pod" -}}
automountServiceAccountToken: false
# Its variables would begin with DEBATE_HALL_ where the release has that name.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "debate-hall.volumes" -}}
- name: config
  configMap:
    name: {{ .Release.Name }}-config
- name: scratch
  emptyDir: {}
{{- end -}}
