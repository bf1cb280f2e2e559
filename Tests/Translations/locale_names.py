"""A locale for each language that we have a catalogue for."""

# With C.UTF-8, newer versions of glibc leave messages in English whatever LANGUAGE says.
LOCALES = {"pt_BR": "pt_BR.UTF-8", "ru": "ru_RU.UTF-8", "zh_CN": "zh_CN.UTF-8", "id": "id_ID.UTF-8"}
