"""A locale for each language that we have a catalogue for."""

# With C.UTF-8, newer versions of glibc leave messages in English whatever LANGUAGE says.
LOCALES = {
    "de": "de_DE.UTF-8", "es": "es_ES.UTF-8", "fr": "fr_FR.UTF-8", "id": "id_ID.UTF-8", "it": "it_IT.UTF-8", "ja": "ja_JP.UTF-8",
    "pl": "pl_PL.UTF-8", "pt": "pt_PT.UTF-8", "pt_BR": "pt_BR.UTF-8", "ru": "ru_RU.UTF-8", "uk": "uk_UA.UTF-8",
    "zh_CN": "zh_CN.UTF-8",
}
