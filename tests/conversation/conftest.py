from pathlib import Path

import pytest
from voice_logs import VoiceMode


@pytest.fixture
def voice(tmp_path: Path) -> VoiceMode:
    return VoiceMode(tmp_path / "voicemode")
